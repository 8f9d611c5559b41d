mod ci;
mod hostile;
mod index;
mod new;
mod registry;
mod tree;
