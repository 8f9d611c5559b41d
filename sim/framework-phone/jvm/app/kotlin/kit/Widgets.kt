package dev.clawperator.conformance.kit

import android.content.Context
import android.widget.Toast
import androidx.compose.foundation.background
import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.ColumnScope
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.RowScope
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.text.KeyboardActions
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.foundation.verticalScroll
import androidx.compose.material3.Button
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.input.VisualTransformation
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Record

/** The content of a page that scrolls as a whole. */
@Composable
fun Body(content: @Composable ColumnScope.() -> Unit) {
    Column(
        Modifier.fillMaxSize().testTag("scroll").verticalScroll(rememberScrollState()).padding(20.dp),
        content = content,
    )
}

@Composable
fun Label(text: String, tag: String, modifier: Modifier = Modifier) {
    Text(text, modifier.padding(vertical = 8.dp).testTag(tag), fontSize = 16.sp)
}

/** The line at the bottom that tells what the page has seen. */
@Composable
fun Status(text: String, tag: String) {
    Text(
        text,
        Modifier.fillMaxWidth().background(Color(0xffeef1f7)).padding(horizontal = 20.dp, vertical = 12.dp).testTag(tag),
        fontSize = 14.sp,
    )
}

/** A button that records each click under `name` and then acts. */
@Composable
fun Push(
    text: String,
    tag: String,
    modifier: Modifier = Modifier,
    name: String = tag,
    enabled: Boolean = true,
    act: () -> Unit,
) {
    Button(onClick = noted(name, act), modifier = modifier.testTag(tag), enabled = enabled) { Text(text) }
}

/** A row that is pressed as a whole and records each click under `name`. */
@Composable
fun PressRow(name: String, tag: String?, act: () -> Unit, content: @Composable RowScope.() -> Unit) {
    Row(
        Modifier.fillMaxWidth()
            .then(if (tag == null) Modifier else Modifier.testTag(tag))
            .clickable(onClick = noted(name, act))
            .padding(horizontal = 20.dp, vertical = 16.dp),
        verticalAlignment = Alignment.CenterVertically,
        content = content,
    )
}

/** A text field that records under its tag what it makes of each new text; `shape` is what it makes of it. */
@Composable
fun Field(
    value: String,
    hint: String,
    tag: String,
    modifier: Modifier = Modifier,
    enabled: Boolean = true,
    singleLine: Boolean = true,
    keyboard: KeyboardOptions = KeyboardOptions.Default,
    actions: KeyboardActions = KeyboardActions.Default,
    look: VisualTransformation = VisualTransformation.None,
    shape: (String) -> String = { it },
    change: (String) -> Unit,
) {
    OutlinedTextField(
        value,
        onValueChange = { typed ->
            val shaped = shape(typed)
            Record.note("text", tag, shaped)
            change(shaped)
        },
        modifier = modifier.fillMaxWidth().padding(vertical = 4.dp).testTag(tag),
        enabled = enabled,
        singleLine = singleLine,
        label = { Text(hint) },
        keyboardOptions = keyboard,
        keyboardActions = actions,
        visualTransformation = look,
    )
}

/** What to do on a click: record it, then act. */
fun noted(name: String, act: () -> Unit): () -> Unit = {
    Record.note("click", name, "")
    act()
}

fun toast(context: Context, text: String) {
    Record.note("toast", "compose", text)
    Toast.makeText(context, text, Toast.LENGTH_SHORT).show()
}
