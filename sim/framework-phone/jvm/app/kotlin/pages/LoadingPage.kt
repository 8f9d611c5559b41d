package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.LinearProgressIndicator
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableFloatStateOf
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

object LoadingPage : Page {
    override val name = "loading"
    override val title = "Loading spinners"

    @Composable
    override fun Content() {
        val scope = rememberCoroutineScope()
        var loading by remember { mutableStateOf(false) }
        var done by remember { mutableFloatStateOf(0f) }
        var times by rememberSaveable { mutableIntStateOf(0) }
        Body {
            if (loading) {
                CircularProgressIndicator(Modifier.align(Alignment.CenterHorizontally).testTag("load_ring"))
            } else {
                Push("Load", "load", Modifier.fillMaxWidth()) {
                    loading = true
                    scope.launch {
                        for (step in 0..10) {
                            done = step / 10f
                            delay(150)
                        }
                        times++
                        Record.note("loaded", "load", times)
                        loading = false
                    }
                }
            }
            LinearProgressIndicator({ done }, Modifier.fillMaxWidth().padding(vertical = 16.dp).testTag("load_bar"))
            Label(if (loading) "Loading…" else if (times == 0) "Not loaded" else "Loaded $times", "seen")
        }
    }
}
