package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.height
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.BottomSheetScaffold
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.SheetValue
import androidx.compose.material3.Text
import androidx.compose.material3.rememberBottomSheetScaffoldState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.launch

object SheetPage : Page {
    override val name = "sheet"
    override val title = "Bottom sheet"

    @OptIn(ExperimentalMaterial3Api::class)
    @Composable
    override fun Content() {
        val scaffold = rememberBottomSheetScaffoldState()
        val sheet = scaffold.bottomSheetState
        val scope = rememberCoroutineScope()
        var picked by rememberSaveable { mutableStateOf<String?>(null) }
        val place = if (sheet.currentValue == SheetValue.Expanded) "Expanded" else "Collapsed"
        LaunchedEffect(place) { Record.note("sheet", "bottom_sheet", place) }
        BottomSheetScaffold(
            scaffoldState = scaffold,
            sheetPeekHeight = 120.dp,
            sheetContent = {
                Column(Modifier.height(360.dp).testTag("bottom_sheet")) {
                    for (number in 1..5) {
                        PressRow("Stop $number", null, { picked = "Picked Stop $number" }) { Text("Stop $number") }
                    }
                }
            },
        ) {
            Column(Modifier.padding(20.dp)) {
                Push("Pull the sheet up", "pull_up", wide) { scope.launch { sheet.expand() } }
                Push("Push the sheet down", "push_down", wide) { scope.launch { sheet.partialExpand() } }
                Label(picked ?: place, "seen")
            }
        }
    }

    private val wide = Modifier.fillMaxWidth().padding(vertical = 6.dp)
}
