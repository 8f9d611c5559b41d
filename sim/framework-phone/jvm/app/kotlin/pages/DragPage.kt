package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.gestures.detectDragGestures
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.height
import androidx.compose.foundation.layout.offset
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.geometry.Rect
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.layout.boundsInRoot
import androidx.compose.ui.layout.onGloballyPositioned
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.IntOffset
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import kotlin.math.roundToInt

object DragPage : Page {
    override val name = "drag"
    override val title = "Drag and drop"

    @Composable
    override fun Content() {
        var moved by remember { mutableStateOf(Offset.Zero) }
        var card by remember { mutableStateOf(Rect.Zero) }
        var bin by remember { mutableStateOf(Rect.Zero) }
        var dropped by rememberSaveable { mutableStateOf(false) }
        Box(Modifier.fillMaxSize()) {
            Box(
                Modifier.padding(top = 338.dp, start = 24.dp, end = 24.dp)
                    .fillMaxWidth()
                    .height(120.dp)
                    .background(Color(0xffeceff4))
                    .testTag("bin")
                    .onGloballyPositioned { bin = it.boundsInRoot() },
                contentAlignment = Alignment.Center,
            ) {
                Text("Bin", Modifier.testTag("bin_text"))
            }
            val state = if (dropped) "Dropped into the bin 🗑" else "Nothing dropped"
            Text(state, Modifier.padding(top = 458.dp).padding(24.dp).testTag("drop_state"))
            Box(
                Modifier.padding(24.dp)
                    .offset { IntOffset(moved.x.roundToInt(), moved.y.roundToInt()) }
                    .fillMaxWidth()
                    .height(90.dp)
                    .background(Color(0xffffe0b2))
                    .testTag("card")
                    .onGloballyPositioned { card = it.boundsInRoot() }
                    .pointerInput(Unit) {
                        detectDragGestures(
                            onDragEnd = {
                                val inBin = bin.contains(card.center)
                                Record.note("drop", "card", if (inBin) "bin" else "elsewhere")
                                dropped = dropped || inBin
                                moved = Offset.Zero
                            },
                            onDragCancel = { moved = Offset.Zero },
                        ) { _, by ->
                            moved += by
                        }
                    },
                contentAlignment = Alignment.Center,
            ) {
                Text("Drag me", Modifier.testTag("card_text"))
            }
        }
    }
}
