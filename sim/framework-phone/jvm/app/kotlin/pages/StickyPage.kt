package dev.clawperator.conformance.pages

import androidx.compose.foundation.ExperimentalFoundationApi
import androidx.compose.foundation.background
import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.font.FontWeight
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.RecordScroll
import dev.clawperator.conformance.kit.Status
import dev.clawperator.conformance.kit.noted

object StickyPage : Page {
    override val name = "sticky"
    override val title = "Sticky headers"

    @OptIn(ExperimentalFoundationApi::class)
    @Composable
    override fun Content() {
        val state = rememberLazyListState()
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        RecordScroll(state, "people")
        Column {
            LazyColumn(Modifier.weight(1f).testTag("people"), state) {
                for (group in 'A'..'L') {
                    stickyHeader {
                        Text(
                            "Group $group",
                            Modifier.fillMaxWidth()
                                .background(Color(0xffd8dff0))
                                .testTag("sticky_header")
                                .clickable(onClick = noted("sticky_header") { seen = "Header Group $group" })
                                .padding(horizontal = 20.dp, vertical = 12.dp),
                            fontWeight = FontWeight.Bold,
                        )
                    }
                    items(8) { place ->
                        val person = "$group${place + 1}"
                        PressRow("Person $person", "person", { seen = "Picked person $person" }) {
                            Text("Person $person")
                        }
                    }
                }
            }
            Status(seen, "seen")
        }
    }
}
