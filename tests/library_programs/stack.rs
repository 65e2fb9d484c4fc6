// A stack as somebody may write it who has read the specification.

#[derive(Debug)]
pub enum StackError {
    Empty,
    Full,
}

#[derive(Default)]
pub struct Stack {
    items: Vec<i32>,
}

impl Stack {
    pub fn init(&mut self) {
        self.items.clear();
    }

    pub fn push(&mut self, item: i32) -> Result<(), StackError> {
        if self.items.len() == 4 {
            return Err(StackError::Full);
        }
        self.items.push(item);
        Ok(())
    }

    pub fn pop(&mut self) -> Result<i32, StackError> {
        self.items.pop().ok_or(StackError::Empty)
    }

    pub fn top(&self) -> Result<i32, StackError> {
        self.items.last().copied().ok_or(StackError::Empty)
    }

    pub fn depth(&self) -> usize {
        self.items.len()
    }
}
