package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll
import kotlinx.coroutines.delay

object SlowPage : Page {
    override val name = "slow"
    override val title = "Slow page"

    @Composable
    override fun Content() {
        var loaded by rememberSaveable { mutableStateOf(false) }
        LaunchedEffect(Unit) {
            delay(3000)
            Record.note("loaded", "results", "")
            loaded = true
        }
        if (loaded) {
            val state = rememberLazyListState()
            RecordScroll(state, "results")
            LazyColumn(Modifier.fillMaxSize().testTag("results"), state) {
                items(30) {
                    Text(
                        "Result ${it + 1}",
                        Modifier.fillMaxWidth().padding(horizontal = 20.dp, vertical = 16.dp).testTag("result_title"),
                    )
                }
            }
        } else {
            Column(
                Modifier.fillMaxWidth().padding(40.dp).testTag("loading"),
                horizontalAlignment = Alignment.CenterHorizontally,
            ) {
                CircularProgressIndicator(Modifier.testTag("progress"))
                Label("Loading…", "loading_text")
            }
        }
    }
}
