//! The HTTP server: executions, phones and runs for programs.
