//! Apps: which there are, and changing them.

use clap::{Args, Subcommand};

use super::RunArgs;

/// List the apps that are installed, and change them
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct AppsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<AppsCommand>,
    #[command(flatten)]
    pub(crate) list: AppsListArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AppsCommand {
    #[command(after_help = super::examples::APPS_LIST)]
    List(AppsListArgs),
    /// Delete all data of an app, which stops it
    #[command(after_help = super::examples::APPS_CLEAR)]
    Clear(AppsOneArgs),
    /// Uninstall an app with all its data
    #[command(after_help = super::examples::APPS_UNINSTALL)]
    Uninstall(AppsOneArgs),
    /// Grant a permission to an app
    #[command(after_help = super::examples::APPS_GRANT)]
    Grant(AppsPermissionArgs),
    /// Revoke a permission of an app, which stops it
    #[command(after_help = super::examples::APPS_REVOKE)]
    Revoke(AppsPermissionArgs),
}

/// List the apps that are installed
#[derive(Debug, Args)]
pub(crate) struct AppsListArgs {
    /// Only apps with this in their package id [default: all]
    #[arg(long, value_name = "TEXT")]
    pub(crate) contains: Option<String>,
    /// The most apps to list, 1 to 500 [default: 500]
    #[arg(long, value_name = "COUNT")]
    pub(crate) limit: Option<u32>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AppsOneArgs {
    /// The app's package id
    #[arg(value_name = "PACKAGE")]
    pub(crate) package: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Args)]
pub(crate) struct AppsPermissionArgs {
    /// The app's package id
    #[arg(value_name = "PACKAGE")]
    pub(crate) package: Option<String>,
    /// The permission with all of its name, such as android.permission.CAMERA
    #[arg(value_name = "PERMISSION")]
    pub(crate) permission: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
