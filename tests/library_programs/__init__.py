"""Programs for the modules of the library, right ones and a wrong one."""
