package dev.clawperator.conformance.kit

import androidx.compose.foundation.gestures.ScrollableState
import androidx.compose.foundation.lazy.LazyListState
import androidx.compose.foundation.lazy.grid.LazyGridState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.snapshotFlow
import dev.clawperator.conformance.Record
import kotlinx.coroutines.flow.drop

/** Records where a list stands whenever a scroll begins and ends. */
@Composable
fun RecordScroll(state: LazyListState, name: String) {
    RecordScroll(state, name) { "${state.firstVisibleItemIndex}+${state.firstVisibleItemScrollOffset}" }
}

@Composable
fun RecordScroll(state: LazyGridState, name: String) {
    RecordScroll(state, name) { "${state.firstVisibleItemIndex}+${state.firstVisibleItemScrollOffset}" }
}

@Composable
private fun RecordScroll(state: ScrollableState, name: String, place: () -> String) {
    LaunchedEffect(state) {
        snapshotFlow { state.isScrollInProgress }
            .drop(1)
            .collect { moving -> Record.note(if (moving) "scroll_drag" else "scroll_rest", name, place()) }
    }
}
