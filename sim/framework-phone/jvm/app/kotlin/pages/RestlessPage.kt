package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.semantics.stateDescription
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.delay

object RestlessPage : Page {
    override val name = "restless"
    override val title = "Never idle"

    @Composable
    override fun Content() {
        var running by remember { mutableStateOf(true) }
        var ticks by remember { mutableIntStateOf(0) }
        LaunchedEffect(running) {
            // A drawing that moves is no event. This is what keeps a wait for idle waiting.
            while (running) {
                delay(100)
                ticks++
            }
        }
        Column(Modifier.fillMaxWidth().padding(40.dp), horizontalAlignment = Alignment.CenterHorizontally) {
            if (running) {
                CircularProgressIndicator(Modifier.testTag("ring").semantics { stateDescription = "Turn $ticks" })
            }
            Label(if (running) "This page never comes to rest" else "At rest", "hint")
            Push("Stop", "stop") { running = false }
        }
    }
}
