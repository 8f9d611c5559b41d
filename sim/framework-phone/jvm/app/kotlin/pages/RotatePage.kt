package dev.clawperator.conformance.pages

import android.app.Activity
import android.content.res.Configuration
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalConfiguration
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

object RotatePage : Page {
    override val name = "rotate"
    override val title = "Rotation"

    @Composable
    override fun Content() {
        val activity = LocalContext.current as Activity
        val scope = rememberCoroutineScope()
        val landscape = LocalConfiguration.current.orientation == Configuration.ORIENTATION_LANDSCAPE
        var text by rememberSaveable { mutableStateOf("") }
        var kept by rememberSaveable { mutableIntStateOf(0) }
        var lost by remember { mutableIntStateOf(0) }
        val wide = Modifier.fillMaxWidth().padding(vertical = 6.dp)
        Body {
            Label(if (landscape) "Landscape" else "Portrait", "orientation")
            Field(text, "Kept text", "kept_field") { text = it }
            Push("Kept: $kept", "count_kept", wide) { kept++ }
            Push("Lost: $lost", "count_lost", wide) { lost++ }
            Push("Recreate", "recreate", wide) { activity.recreate() }
            Push("Recreate in 2 s", "recreate_later", wide) {
                scope.launch {
                    delay(2000)
                    activity.recreate()
                }
            }
        }
    }
}
