mod adbutils;
mod command;
mod control;
mod faults;
mod faults_on_screen;
mod mobile_mcp;
mod sockets;
mod with_adb;
