mod documents;
mod fuzzing;
mod manifests;
mod repository;
mod sources;
