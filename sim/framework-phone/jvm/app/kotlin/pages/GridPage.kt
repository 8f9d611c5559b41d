package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.PaddingValues
import androidx.compose.foundation.layout.height
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.grid.GridCells
import androidx.compose.foundation.lazy.grid.LazyVerticalGrid
import androidx.compose.foundation.lazy.grid.rememberLazyGridState
import androidx.compose.foundation.lazy.items
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll
import dev.clawperator.conformance.kit.Status
import dev.clawperator.conformance.kit.noted

object GridPage : Page {
    override val name = "grid"
    override val title = "Grid"

    @Composable
    override fun Content() {
        val state = rememberLazyGridState()
        var picked by rememberSaveable { mutableStateOf("No tile") }
        RecordScroll(state, "grid")
        Column {
            LazyVerticalGrid(GridCells.Fixed(3), Modifier.weight(1f).testTag("grid"), state, PaddingValues(8.dp)) {
                items(60) { place ->
                    val tile = "Tile ${place + 1}"
                    Box(
                        Modifier.padding(6.dp)
                            .height(110.dp)
                            .background(Color(0xffe8f0e6))
                            .testTag("tile")
                            .semantics { contentDescription = tile }
                            .clickable(onClick = noted(tile) { picked = tile }),
                        contentAlignment = Alignment.Center,
                    ) {
                        Text("${place + 1}", fontSize = 22.sp)
                    }
                }
            }
            Status(picked, "tile_picked")
        }
    }
}
