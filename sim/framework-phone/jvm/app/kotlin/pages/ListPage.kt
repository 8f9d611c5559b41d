package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Spacer
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.foundation.shape.CircleShape
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.RecordScroll
import dev.clawperator.conformance.kit.Status

object ListPage : Page {
    override val name = "list"
    override val title = "Long list"

    @Composable
    override fun Content() {
        val state = rememberLazyListState()
        var picked by rememberSaveable { mutableStateOf("Nothing picked") }
        RecordScroll(state, "list")
        Column {
            LazyColumn(Modifier.weight(1f).testTag("list"), state) {
                items(200) { place ->
                    val number = place + 1
                    PressRow("Row $number", "item", { picked = "Picked row $number" }) {
                        Spacer(Modifier.size(28.dp).background(Color(0xff5c7aa8), CircleShape))
                        Text("Row $number", Modifier.padding(horizontal = 16.dp).testTag("item_title"))
                    }
                }
            }
            Status(picked, "picked")
        }
    }
}
