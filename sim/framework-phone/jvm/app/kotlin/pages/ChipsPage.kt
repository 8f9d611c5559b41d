package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.PaddingValues
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyRow
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.FilterChip
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll

object ChipsPage : Page {
    override val name = "chips"
    override val title = "Chips"

    private val labels =
        listOf(
            "All", "Breakfast", "Lunch", "Dinner", "Dessert", "Vegan", "Gluten-free", "Quick", "For kids", "Festive",
            "Grill", "Soups", "Salads", "Drinks", "Street food",
        )

    @Composable
    override fun Content() {
        val state = rememberLazyListState()
        var chosen by rememberSaveable { mutableStateOf("All") }
        RecordScroll(state, "chips")
        Column {
            LazyRow(Modifier.testTag("chips"), state, PaddingValues(horizontal = 12.dp, vertical = 8.dp)) {
                items(labels) { label ->
                    FilterChip(
                        selected = label == chosen,
                        onClick = {
                            Record.note("choose", "chips", label)
                            chosen = label
                        },
                        label = { Text(label) },
                        modifier = Modifier.padding(horizontal = 4.dp).testTag("chip"),
                    )
                }
            }
            Text(chosen, Modifier.padding(horizontal = 20.dp, vertical = 16.dp).testTag("chosen"), fontSize = 24.sp)
        }
    }
}
