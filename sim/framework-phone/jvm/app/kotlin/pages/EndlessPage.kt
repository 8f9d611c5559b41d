package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.runtime.snapshotFlow
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.RecordScroll
import kotlinx.coroutines.delay

object EndlessPage : Page {
    override val name = "endless"
    override val title = "Loads more"

    private const val PORTION = 20
    private const val MOST = 100

    @Composable
    override fun Content() {
        val state = rememberLazyListState()
        var count by rememberSaveable { mutableIntStateOf(PORTION) }
        RecordScroll(state, "feed")
        LaunchedEffect(state) {
            snapshotFlow { state.canScrollForward }
                .collect { more ->
                    if (!more && count < MOST && state.layoutInfo.totalItemsCount > 0) {
                        delay(400)
                        count += PORTION
                        Record.note("loaded", "feed", count)
                    }
                }
        }
        LazyColumn(Modifier.fillMaxSize().testTag("feed"), state) {
            items(count) {
                Text(
                    "Post ${it + 1}",
                    Modifier.fillMaxWidth().padding(horizontal = 20.dp, vertical = 16.dp).testTag("post_title"),
                )
            }
        }
    }
}
