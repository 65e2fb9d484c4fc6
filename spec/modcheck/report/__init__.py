"""Reports: a verdict where people work, such as a build server, a grading platform, or a browser.

Each is made from the JSON form of a verdict, so that it can be made later and elsewhere than the check.
"""
