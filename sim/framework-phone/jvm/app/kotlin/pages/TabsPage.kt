package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Tab
import androidx.compose.material3.TabRow
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page

object TabsPage : Page {
    override val name = "tabs"
    override val title = "Tabs"

    private val tabs =
        listOf("News" to "No news is good news", "Mail" to "3 new messages ✉", "Settings" to "Nothing to set")

    @Composable
    override fun Content() {
        var chosen by rememberSaveable { mutableIntStateOf(0) }
        Column {
            TabRow(chosen, Modifier.testTag("tabs")) {
                tabs.forEachIndexed { place, (label, _) ->
                    Tab(
                        selected = place == chosen,
                        onClick = {
                            Record.note(if (place == chosen) "tab_again" else "tab", "tabs", label)
                            chosen = place
                        },
                        text = { Text(label) },
                    )
                }
            }
            Text(tabs[chosen].second, Modifier.padding(24.dp).testTag("tab_body"))
        }
    }
}
