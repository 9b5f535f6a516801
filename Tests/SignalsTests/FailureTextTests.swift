import Signals
import Testing

@Suite("What is told of an error")
struct FailureTextTests {
    @Test(
        "names files without their folders, and leaves addresses and units alone",
        arguments: [
            (
                "/var/lib/nightjar/store.sqlite cannot be written: No space left.",
                "store.sqlite cannot be written: No space left."
            ),
            ("The store \"/home/ada/x/store.sqlite\" is damaged.", "The store \"store.sqlite\" is damaged."),
            ("The folder (/srv/data/a) is in the way; see /srv/data/b.", "The folder (a) is in the way; see b."),
            (
                "Ask POST /api/v1/auth/login, then 60 /min, km/h, and/or and /tmp.",
                "Ask POST /api/v1/auth/login, then 60 /min, km/h, and/or and /tmp."
            ),
            ("See https://example.org/a/b for more.", "See https://example.org/a/b for more."),
            ("file=/etc/shadow", "file=shadow"), ("file=/etc/ssl/private/key.pem", "file=key.pem"), ("", ""),
            ("///", "///"),
        ])
    func folders(text: String, told: String) {
        #expect(Failure.withoutFolders(text) == told)
    }

    @Test("says nothing of an error that was not written for people")
    func others() {
        struct Inner: Error, CustomStringConvertible { var description = "SELECT secret FROM person" }
        #expect(!Failure.telling(Inner()).contains("SELECT"))
        #expect(Failure.telling(Failure(.failed, "No room in /a/b/c.")) == "No room in c.")
    }

    @Test("shows harmless what steers a terminal or turns the direction of a text")
    func harmless() {
        let text = "A\u{1B}[2J\u{9B}1m\u{7F}\u{0}\r\n\t\u{202E}x\u{2066}\u{200B}\u{E0041}ä😀"
        let shown = text.harmless()
        #expect(
            shown == "A\\u001b[2J\\u009b1m\\u007f\\u0000\\u000d\\u000a\\u0009\\u202ex\\u2066\\u200b\\udb40\\udc41ä😀")
        #expect(shown.harmless() == shown)
        #expect("a\n\tb\rc".harmless(keepsLines: true) == "a\n\tb\\u000dc")
        let identity = DeviceIdentity(maker: "A", model: "\u{1B}]0;x\u{7}", serial: "1\n2")
        #expect(identity.model == "\\u001b]0;x\\u0007" && identity.serial == "1\\u000a2")
    }

    @Test("stands for itself within markup, also where a mark joins a bracket")
    func markup() {
        #expect("a < b & <i>".escapedMarkup == "a &lt; b &amp; &lt;i&gt;")
        #expect("<\u{301}b>".escapedMarkup.unicodeScalars.allSatisfy { $0 != "<" && $0 != ">" })
    }
}
