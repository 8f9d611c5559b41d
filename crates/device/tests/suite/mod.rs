mod doctor;
mod fixture;
mod forms;
mod handset;
mod quoting;
mod resolution;
mod troubles;
mod virtual_phone;
