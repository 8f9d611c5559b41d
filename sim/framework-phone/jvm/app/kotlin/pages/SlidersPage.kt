package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.LinearProgressIndicator
import androidx.compose.material3.Slider
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableFloatStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import kotlin.math.roundToInt

object SlidersPage : Page {
    override val name = "sliders"
    override val title = "Sliders"

    @Composable
    override fun Content() {
        var volume by rememberSaveable { mutableFloatStateOf(30f) }
        var moved by rememberSaveable { mutableStateOf(false) }
        var upload by rememberSaveable { mutableFloatStateOf(0.65f) }
        Body {
            Label("Volume", "volume_label")
            Slider(
                volume,
                onValueChange = {
                    Record.note("slide", "volume", it.roundToInt())
                    volume = it
                    moved = true
                },
                modifier = Modifier.testTag("volume"),
                valueRange = 0f..100f,
                onValueChangeFinished = { Record.note("slide_end", "volume", volume.roundToInt()) },
            )
            Label(if (moved) "Moved" else "Not moved", "moved")
            Label("Upload", "upload_label")
            LinearProgressIndicator({ upload }, Modifier.fillMaxWidth().testTag("upload"))
            Push("Finish", "finish_upload", Modifier.padding(vertical = 12.dp)) { upload = 1f }
        }
    }
}
