pub(crate) mod phone;
pub(crate) mod screen;
