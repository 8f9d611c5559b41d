mod conformance_apps;
mod documents;
mod fuzzing;
mod manifests;
mod repository;
mod sources;
mod words;
