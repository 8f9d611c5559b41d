package dev.clawperator.conformance.pages

import androidx.compose.foundation.clickable
import androidx.compose.foundation.gestures.detectDragGesturesAfterLongPress
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.height
import androidx.compose.foundation.layout.offset
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.key
import androidx.compose.runtime.mutableFloatStateOf
import androidx.compose.runtime.mutableStateListOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.IntOffset
import androidx.compose.ui.unit.dp
import androidx.compose.ui.zIndex
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Status
import dev.clawperator.conformance.kit.noted
import kotlin.math.roundToInt

object ReorderPage : Page {
    override val name = "reorder"
    override val title = "Drag to reorder"

    private val rowHeight = 60.dp

    @Composable
    override fun Content() {
        val order = remember {
            mutableStateListOf("Alto", "Bass", "Cello", "Drum", "Echo", "Flute", "Gong", "Harp")
        }
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Column {
            Column(Modifier.weight(1f).testTag("tracks")) {
                for (track in order) {
                    key(track) {
                        Track(track, order, { seen = "Played $track" }) {
                            Record.note("order", "tracks", order.joinToString(","))
                            seen = order.joinToString(" ")
                        }
                    }
                }
            }
            Status(seen, "seen")
        }
    }

    /** A row that is picked up when it is held. Each row height that it is carried, it changes places with the next. */
    @Composable
    private fun Track(track: String, order: MutableList<String>, play: () -> Unit, dropped: () -> Unit) {
        var carried by remember { mutableFloatStateOf(0f) }
        Box(
            Modifier.fillMaxWidth()
                .height(rowHeight)
                .zIndex(if (carried == 0f) 0f else 1f)
                .offset { IntOffset(0, carried.roundToInt()) }
                .testTag("item")
                .pointerInput(track) {
                    detectDragGesturesAfterLongPress(
                        onDragEnd = {
                            carried = 0f
                            dropped()
                        },
                        onDragCancel = { carried = 0f },
                    ) { _, by ->
                        carried += by.y
                        val step = rowHeight.toPx()
                        val place = order.indexOf(track)
                        if (carried > step / 2 && place < order.lastIndex) {
                            order.add(place + 1, order.removeAt(place))
                            carried -= step
                        } else if (carried < -step / 2 && place > 0) {
                            order.add(place - 1, order.removeAt(place))
                            carried += step
                        }
                    }
                }
                .clickable(onClick = noted(track, play))
                .padding(horizontal = 20.dp),
            contentAlignment = Alignment.CenterStart,
        ) {
            Text(track, Modifier.testTag("item_title"))
        }
    }
}
