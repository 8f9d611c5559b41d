package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Arrangement
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.pager.HorizontalPager
import androidx.compose.foundation.pager.rememberPagerState
import androidx.compose.material3.ScrollableTabRow
import androidx.compose.material3.Tab
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import dev.clawperator.conformance.kit.Status
import dev.clawperator.conformance.kit.noted
import kotlinx.coroutines.launch

object PagerPage : Page {
    override val name = "pager"
    override val title = "Tabs and pager"

    private val days = listOf("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

    @Composable
    override fun Content() {
        val pager = rememberPagerState { days.size }
        val scope = rememberCoroutineScope()
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        LaunchedEffect(pager.settledPage) { Record.note("page", "pager", days[pager.settledPage]) }
        Column {
            ScrollableTabRow(pager.currentPage, Modifier.testTag("tabs")) {
                days.forEachIndexed { place, day ->
                    Tab(
                        selected = place == pager.currentPage,
                        onClick = noted(day) { scope.launch { pager.animateScrollToPage(place) } },
                        text = { Text(day) },
                    )
                }
            }
            HorizontalPager(pager, Modifier.weight(1f).testTag("pager")) { place ->
                val day = days[place]
                Column(
                    Modifier.fillMaxSize(),
                    verticalArrangement = Arrangement.Center,
                    horizontalAlignment = Alignment.CenterHorizontally,
                ) {
                    Text(day, Modifier.testTag("day"), fontSize = 32.sp)
                    Push("Book $day", "book_day", Modifier.padding(top = 16.dp), "Book $day") { seen = "Booked $day" }
                }
            }
            Status(seen, "seen")
        }
    }
}
