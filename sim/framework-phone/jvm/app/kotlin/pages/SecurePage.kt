package dev.clawperator.conformance.pages

import android.app.Activity
import android.view.WindowManager
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Page

object SecurePage : Page {
    override val name = "secure"
    override val title = "Secure page"

    override fun prepare(activity: Activity) {
        activity.window.addFlags(WindowManager.LayoutParams.FLAG_SECURE)
    }

    @Composable
    override fun Content() {
        Body { Text("Account balance: 1,234.56 €", Modifier.testTag("secret"), fontSize = 22.sp) }
    }
}
