import Foundation
import Signals
import TestKit
import Testing

@testable import Gateway

@Suite("EPUB")
struct EPUBTests {
    @Test("refuses what is no book, whatever bytes it is made of")
    func hostile() {
        for bytes in [[], [0x50, 0x4B], [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0xFF, count: 500)] as [[UInt8]] {
            #expect(throws: Failure.self) { try EPUB(bytes) }
        }
    }

    @Test("stays within the archive")
    func places() {
        #expect(EPUB.resolve("text/a%20b.xhtml#c", from: ["OEBPS"]) == "OEBPS/text/a b.xhtml")
        #expect(EPUB.resolve("../a.xhtml", from: ["OEBPS"]) == "a.xhtml")
        #expect(EPUB.resolve("../../etc/passwd", from: ["OEBPS"]) == nil && EPUB.resolve("", from: []) == nil)
        #expect(EPUB.resolve("%FF", from: []) == nil && EPUB.resolve("%zz", from: []) == "%zz")
    }

    @Test("takes the text of a page, without scripts, and no entity of its own making")
    func pages() throws {
        let page = """
            <html xmlns="http://www.w3.org/1999/xhtml"><head><title>no</title></head><body><h2>One</h2>
            <p>It is&nbsp;<em>caf&eacute;</em> &amp; tea.</p><script>no()</script><p>Two<br/>lines</p></body></html>
            """
        let chapter = try XHTMLText.read(Array(page.utf8))
        #expect(chapter.title == "One" && chapter.text == "One\n\nIt is caf\u{E9} & tea.\n\nTwo lines")
        let bomb = """
            <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><html><body>
            <p>&b;&b;&b;&b;</p></body></html>
            """
        #expect(try XHTMLText.read(Array(bomb.utf8)).text.utf8.count < 100)
        let outside = "<!DOCTYPE x [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><html><body><p>&f;</p></body></html>"
        #expect(try !XHTMLText.read(Array(outside.utf8)).text.contains("root"))
        _ = try XHTMLText.read([0xFF, 0xFE, 0, 0x3C])
    }
}
