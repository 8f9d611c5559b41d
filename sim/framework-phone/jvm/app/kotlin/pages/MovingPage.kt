package dev.clawperator.conformance.pages

import androidx.compose.animation.core.RepeatMode
import androidx.compose.animation.core.animateFloat
import androidx.compose.animation.core.infiniteRepeatable
import androidx.compose.animation.core.rememberInfiniteTransition
import androidx.compose.animation.core.tween
import androidx.compose.foundation.gestures.detectTapGestures
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.offset
import androidx.compose.foundation.layout.padding
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.IntOffset
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object MovingPage : Page {
    override val name = "moving"
    override val title = "Moving button"

    @Composable
    override fun Content() {
        var hits by rememberSaveable { mutableIntStateOf(0) }
        var misses by rememberSaveable { mutableIntStateOf(0) }
        val transition = rememberInfiniteTransition()
        val way by transition.animateFloat(0f, 240f, infiniteRepeatable(tween(2000), RepeatMode.Reverse))
        Box(
            Modifier.fillMaxSize()
                .testTag("field")
                .pointerInput(Unit) {
                    detectTapGestures {
                        Record.note("click", "field", "")
                        misses++
                    }
                }
                .padding(20.dp)
        ) {
            Label("Hits: $hits, misses: $misses", "seen")
            Push("Catch me", "runner", Modifier.padding(top = 200.dp).offset { IntOffset(way.dp.roundToPx(), 0) }) {
                hits++
            }
        }
    }
}
