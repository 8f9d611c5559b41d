mod cases;
mod faults;
mod files;
mod following;
mod installing;
mod pictures;
mod scripted;
mod tools;
