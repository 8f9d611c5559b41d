mod hostile;
mod registry;
mod tree;
