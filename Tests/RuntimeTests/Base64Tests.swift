import Runtime
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(
        "writes the examples of RFC 4648, section 10, and reads them back",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(bytes: String, text: String) {
        #expect(Base64.standard.encode(Array(bytes.utf8)) == text)
        #expect(Base64.standard.decode(text) == Array(bytes.utf8))
        let bare = text.filter { $0 != "=" }
        #expect(Base64.url.encode(Array(bytes.utf8)) == bare)
        #expect(Base64.url.decode(bare) == Array(bytes.utf8))
    }

    @Test("has two alphabets, of which neither reads the other's last letters")
    func alphabets() {
        #expect(Base64.standard.encode([0xFB, 0xFF]) == "+/8=" && Base64.url.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64.standard.decode("-_8=") == nil && Base64.url.decode("+/8") == nil)
    }

    @Test(
        "refuses what it never writes",
        arguments: ["Z", "Zg", "Zg=", "Zg===", "Z===", "====", "=Zg=", "Zh==", "Zm9v\n", "Zm 9", "Zg==Zg=="])
    func malformed(text: String) {
        #expect(Base64.standard.decode(text) == nil)
        #expect(text == "Zg" || Base64.url.decode(text) == nil)
    }
}
