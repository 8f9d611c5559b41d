package dev.clawperator.conformance.pages

import dev.clawperator.conformance.kit.Page

/** Every page made with Compose. */
object ComposePages {
    private val all: List<Page> =
        listOf(
            IndexPage,
            CounterPage,
            TogglePage,
            FieldsPage,
            LoginPage,
            ListPage,
            ChipsPage,
            NestedPage,
            DialogPage,
            MenuPage,
            PairsPage,
            SlowPage,
            RestlessPage,
            NoIdsPage,
            WebPage,
            SecurePage,
            SlidersPage,
            TabsPage,
            DragPage,
            MessagesPage,
            TroublePage,
            GridPage,
            ResultPage,
            EndlessPage,
            PanPage,
            LanguagesPage,
            StickyPage,
            InputPage,
            ChoicesPage,
            SheetPage,
            PagerPage,
            DismissPage,
            ReorderPage,
            IconsPage,
            ParentsPage,
            TwinsPage,
            LaterPage,
            LoadingPage,
            ArrivingPage,
            RtlPage,
            LargeFontPage,
            MisleadingPage,
            LabelsPage,
            RotatePage,
            ResizePage,
            CoverPage,
            MovingPage,
        )

    /** The page of that name, or the index when there is none. */
    fun named(name: String?): Page = all.firstOrNull { it.name == name } ?: IndexPage
}
