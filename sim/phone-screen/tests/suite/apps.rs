//! Starting, stopping and using the shipped apps.

use clawperator_phone_screen::{Intent, LaunchOutcome, Screen};

use super::support::{
    CONFORMANCE, SETTINGS, SHOP, by_id, by_text, key, nodes, open, page, phone, rest, swipe,
    tap_id, tap_text, text_of,
};

fn component(package: &str, class: &str) -> (String, String) {
    (package.to_owned(), format!("{package}{class}"))
}

#[tokio::test]
async fn starts_are_told_apart() {
    let phone = phone();
    let main = component(CONFORMANCE, ".MainActivity");
    assert!(matches!(
        open(&phone, CONFORMANCE, ".MainActivity").await,
        LaunchOutcome::Started { cold: true, .. }
    ));
    assert_eq!(
        open(&phone, CONFORMANCE, ".MainActivity").await,
        LaunchOutcome::DeliveredToTop {
            component: main.clone()
        }
    );
    key(&phone, 3).await;
    assert_eq!(
        open(&phone, CONFORMANCE, ".MainActivity").await,
        LaunchOutcome::BroughtToFront { component: main }
    );
    assert!(matches!(
        open(&phone, CONFORMANCE, ".CounterActivity").await,
        LaunchOutcome::Started { cold: false, .. }
    ));
    assert_eq!(
        open(&phone, CONFORMANCE, ".HiddenActivity").await,
        LaunchOutcome::NotExported
    );
    assert!(matches!(
        open(&phone, CONFORMANCE, ".NoActivity").await,
        LaunchOutcome::ClassMissing { .. }
    ));
    assert!(matches!(
        open(&phone, "no.such.app", ".Main").await,
        LaunchOutcome::ClassMissing { .. }
    ));
    let unknown = Intent {
        action: Some("android.intent.action.DIAL".into()),
        ..Intent::default()
    };
    assert_eq!(phone.start(&unknown).await, LaunchOutcome::Unresolved);
    phone.force_stop(CONFORMANCE).await;
    assert!(matches!(
        open(&phone, CONFORMANCE, ".MainActivity").await,
        LaunchOutcome::Started { cold: true, .. }
    ));
}

#[tokio::test]
async fn links_actions_and_the_launcher_resolve() {
    let phone = phone();
    let link = Intent {
        action: Some("android.intent.action.VIEW".into()),
        data: Some("https://conformance.example/a/b?x=1".into()),
        ..Intent::default()
    };
    assert!(matches!(
        phone.start(&link).await,
        LaunchOutcome::Started { .. }
    ));
    assert_eq!(text_of(&phone, "link_last").await, "Opened: b");
    let wifi = Intent {
        action: Some("android.settings.WIFI_SETTINGS".into()),
        ..Intent::default()
    };
    phone.start(&wifi).await;
    assert_eq!(page(&phone).await, ".Settings$WifiSettingsActivity");
    let launcher = Intent {
        action: Some("android.intent.action.MAIN".into()),
        categories: vec!["android.intent.category.LAUNCHER".into()],
        package: Some(SHOP.into()),
        ..Intent::default()
    };
    phone.start(&launcher).await;
    assert_eq!(page(&phone).await, ".MainActivity");
    let home = Intent {
        categories: vec!["android.intent.category.HOME".into()],
        ..launcher
    };
    phone.start(&home).await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
}

#[tokio::test]
async fn back_walks_down_the_stack_and_home_keeps_it() {
    let phone = phone();
    tap_text(&phone, "Settings").await;
    tap_text(&phone, "Network & internet").await;
    tap_text(&phone, "Internet").await;
    assert_eq!(page(&phone).await, ".Settings$WifiSettingsActivity");
    key(&phone, 3).await;
    tap_text(&phone, "Settings").await;
    assert_eq!(page(&phone).await, ".Settings$WifiSettingsActivity");
    let state = phone.state().await;
    assert_eq!(state.tasks.last().expect("a task").activities.len(), 3);
    key(&phone, 4).await;
    assert_eq!(page(&phone).await, ".Settings$NetworkDashboardActivity");
    key(&phone, 4).await;
    key(&phone, 4).await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
    assert_eq!(
        phone.state().await.tasks.len(),
        2,
        "the root went to the back and lives on"
    );
}

#[tokio::test]
async fn settings_have_sixty_rows_and_tell_version_and_battery() {
    let phone = phone();
    open(&phone, SETTINGS, ".Settings").await;
    let mut titles = std::collections::BTreeSet::new();
    for class in [
        ".Settings",
        ".Settings$NetworkDashboardActivity",
        ".Settings$WifiSettingsActivity",
        ".Settings$AppDashboardActivity",
        ".Settings$PowerUsageSummaryActivity",
        ".Settings$DisplaySettingsActivity",
        ".Settings$MyDeviceInfoActivity",
        ".Settings$SoundSettingsActivity",
        ".Settings$AccessibilitySettingsActivity",
    ] {
        open(&phone, SETTINGS, class).await;
        for _ in 0..6 {
            titles.extend(
                nodes(&phone)
                    .await
                    .into_iter()
                    .filter(|node| node.id == "android:id/title")
                    .map(|node| node.text),
            );
            swipe(&phone, (540, 1_900), (540, 1_100), 500).await;
            rest(&phone).await;
        }
    }
    assert!(titles.len() >= 90, "{} rows", titles.len());
    open(&phone, SETTINGS, ".Settings$PowerUsageSummaryActivity").await;
    assert_eq!(text_of(&phone, "battery_percent").await, "87%");
    phone.set_battery(12);
    assert_eq!(text_of(&phone, "battery_percent").await, "12%");
    open(&phone, SETTINGS, ".Settings$MyDeviceInfoActivity").await;
    while by_text(&phone, "Android version").await.is_none() {
        swipe(&phone, (540, 1_900), (540, 1_300), 500).await;
        rest(&phone).await;
    }
    let all = nodes(&phone).await;
    let label = all
        .iter()
        .position(|node| node.text == "Android version")
        .expect("the label");
    assert_eq!(
        (all[label + 1].id.as_str(), all[label + 1].text.as_str()),
        ("android:id/summary", "14")
    );
}

#[tokio::test]
async fn a_setting_outlives_the_process_and_not_its_data() {
    let phone = phone();
    open(&phone, SETTINGS, ".Settings$WifiSettingsActivity").await;
    assert!(by_text(&phone, "Café Zoë ☕").await.is_some());
    tap_id(&phone, "main_switch_bar").await;
    assert_eq!(by_text(&phone, "Café Zoë ☕").await, None);
    phone.force_stop(SETTINGS).await;
    open(&phone, SETTINGS, ".Settings$WifiSettingsActivity").await;
    assert!(
        !by_id(&phone, "switch_widget")
            .await
            .expect("the switch")
            .is("checked")
    );
    assert!(phone.clear_data(SETTINGS));
    open(&phone, SETTINGS, ".Settings$WifiSettingsActivity").await;
    assert!(
        by_id(&phone, "switch_widget")
            .await
            .expect("the switch")
            .is("checked")
    );
}

#[tokio::test]
async fn an_order_is_placed_only_at_the_end() {
    let phone = phone();
    open(&phone, SHOP, ".MainActivity").await;
    tap_text(&phone, "Fountain pen").await;
    tap_id(&phone, "add_to_cart").await;
    tap_text(&phone, "View cart").await;
    assert_eq!(text_of(&phone, "cart_item_name").await, "Fountain pen");
    tap_id(&phone, "more").await;
    assert_eq!(text_of(&phone, "quantity").await, "2");
    tap_id(&phone, "checkout").await;
    tap_id(&phone, "place_order").await;
    assert!(
        by_id(&phone, "order_title").await.is_none(),
        "nothing is filled in"
    );
    tap_id(&phone, "full_name").await;
    phone.text("Ada").await.expect("text");
    key(&phone, 4).await;
    while by_id(&phone, "terms").await.is_none() {
        swipe(&phone, (540, 1_700), (540, 1_100), 500).await;
        rest(&phone).await;
    }
    tap_id(&phone, "terms").await;
    tap_id(&phone, "place_order").await;
    assert_eq!(text_of(&phone, "alertTitle").await, "Place order?");
    tap_text(&phone, "Buy").await;
    assert_eq!(text_of(&phone, "order_title").await, "Thank you, Ada!");
    key(&phone, 4).await;
    assert_eq!(page(&phone).await, ".MainActivity");
}

#[tokio::test]
async fn every_page_of_the_conformance_app_opens_from_its_home() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MainActivity").await;
    let mut opened = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let rows: Vec<String> = nodes(&phone)
            .await
            .into_iter()
            .filter(|node| node.id.ends_with("/row_title"))
            .map(|node| node.text)
            .collect();
        for row in rows {
            if opened.contains(&row) || by_text(&phone, &row).await.is_none() {
                continue;
            }
            tap_text(&phone, &row).await;
            assert_ne!(page(&phone).await, ".MainActivity", "{row}");
            super::support::dump(&phone).await;
            phone.screenshot().await;
            key(&phone, 4).await;
            assert_eq!(page(&phone).await, ".MainActivity", "{row}");
            opened.insert(row);
        }
        swipe(&phone, (540, 1_900), (540, 1_000), 500).await;
        rest(&phone).await;
    }
    assert_eq!(opened.len(), 26, "{opened:?}");
}

#[tokio::test]
async fn broadcasts_are_answered_by_those_who_listen() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".CounterActivity").await;
    let intent = Intent {
        action: Some("dev.clawperator.conformance.SET_COUNT".into()),
        extras: vec![("count".into(), "41".into())],
        ..Intent::default()
    };
    assert_eq!(phone.broadcast(&intent).await, (-1, Some("set".into())));
    tap_id(&phone, "increment").await;
    assert_eq!(text_of(&phone, "count").await, "42");
    let other = Intent {
        action: Some("nobody.LISTENS".into()),
        ..Intent::default()
    };
    assert_eq!(phone.broadcast(&other).await, (0, None));
}

#[tokio::test]
async fn packages_tell_what_is_installed_and_runs() {
    let phone = phone();
    let packages = phone.packages().await;
    let settings = packages
        .iter()
        .find(|package| package.name == SETTINGS)
        .expect("settings");
    assert_eq!((settings.system, settings.pid), (true, None));
    assert_eq!(
        settings.launcher_activity.as_deref(),
        Some("com.android.settings.Settings")
    );
    let system_ui = packages
        .iter()
        .find(|package| package.name == "com.android.systemui")
        .expect("system UI");
    assert!(system_ui.pid.is_some());
    open(&phone, SETTINGS, ".Settings").await;
    let packages = phone.packages().await;
    assert!(
        packages
            .iter()
            .any(|package| package.name == SETTINGS && package.pid.is_some())
    );
}
