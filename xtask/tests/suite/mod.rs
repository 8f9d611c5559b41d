mod conformance_apps;
mod documents;
mod fuzzing;
mod manifests;
mod repository;
mod silent_defaults;
mod sources;
mod words;
