//! The processes of a phone besides its apps.

/// The process of the framework's services.
pub(crate) const SYSTEM_SERVER: u32 = 1_412;
/// The process that apps come from.
pub(crate) const ZYGOTE: u32 = 684;

/// The processes that run on every phone: user, number, parent, sizes in kilobytes, name.
pub(crate) const PROCESSES: [(u32, u32, u32, u32, u32, &str); 14] = [
    (0, 1, 0, 10_851_496, 12_092, "init"),
    (0, 2, 0, 0, 0, "[kthreadd]"),
    (1_036, 402, 1, 10_824_396, 7_468, "logd"),
    (1_000, 404, 1, 10_800_112, 6_012, "servicemanager"),
    (0, 410, 1, 10_844_520, 9_320, "vold"),
    (1_000, 520, 1, 10_922_340, 41_660, "surfaceflinger"),
    (0, ZYGOTE, 1, 13_604_212, 162_416, "zygote64"),
    (0, 685, 1, 1_742_108, 140_212, "zygote"),
    (2_000, 902, 1, 10_876_220, 9_844, "adbd"),
    (
        1_000,
        SYSTEM_SERVER,
        ZYGOTE,
        18_452_860,
        412_880,
        "system_server",
    ),
    (
        1_001,
        1_988,
        ZYGOTE,
        14_204_544,
        148_292,
        "com.android.phone",
    ),
    (
        1_002,
        1_731,
        ZYGOTE,
        14_102_220,
        121_008,
        "com.android.bluetooth",
    ),
    (
        10_060,
        2_104,
        ZYGOTE,
        14_010_112,
        116_204,
        "com.android.providers.media.module",
    ),
    (
        10_061,
        2_310,
        ZYGOTE,
        14_812_440,
        188_028,
        "com.google.android.inputmethod.latin",
    ),
];
