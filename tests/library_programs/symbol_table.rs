// A symbol table as somebody may write it who has read the specification.

use std::collections::{HashMap, HashSet};

#[derive(Clone, Copy)]
pub enum Type {
    Integer,
    Boolean,
}

#[derive(Debug)]
pub enum TableError {
    Declared(String),
    Full,
    Reserved(String),
    Undeclared(String),
}
use TableError::*;

#[derive(Default)]
pub struct SymbolTable {
    table: HashMap<String, Type>,
}

impl SymbolTable {
    pub fn init(&mut self) {
        self.table.clear();
    }

    pub fn declare(&mut self, name: String, kind: Type) -> Result<(), TableError> {
        if name == "if" || name == "while" {
            return Err(Reserved(name));
        }
        if self.table.contains_key(&name) {
            return Err(Declared(name));
        }
        if self.table.len() == 2 {
            return Err(Full);
        }
        self.table.insert(name, kind);
        Ok(())
    }

    pub fn update(&mut self, name: String, kind: Type) -> Result<(), TableError> {
        match self.table.get_mut(&name) {
            Some(known) => *known = kind,
            None => return Err(Undeclared(name)),
        }
        Ok(())
    }

    pub fn remove(&mut self, name: String) -> Result<(), TableError> {
        self.table.remove(&name).map(|_| ()).ok_or(Undeclared(name))
    }

    pub fn lookup(&self, name: String) -> Result<Type, TableError> {
        self.table.get(&name).copied().ok_or(Undeclared(name))
    }

    pub fn is_declared(&self, name: String) -> bool {
        self.table.contains_key(&name)
    }

    pub fn names(&self) -> HashSet<&String> {
        self.table.keys().collect()
    }

    pub fn size(&self) -> usize {
        self.table.len()
    }
}
