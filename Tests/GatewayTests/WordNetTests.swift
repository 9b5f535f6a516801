import Companion
import Foundation
import Gateway
import Testing

@Suite("WordNet")
struct WordNetTests {
    private static let isInstalled = FileManager.default.fileExists(atPath: "\(WordNetLexicon.folder)/index.noun")

    @Test("is read by halving, with its exceptions, endings and counts")
    func small() throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let license = "  1 This is a license.  \n  2 It comes first.  \n"
        var data = license
        var index = license
        for (word, gloss) in [
            ("axis", "a line; \"the axis of the Earth\""), ("box", "a container"), ("cato", "a man"), ("die", "a cube"),
        ] {
            let name = word == "cato" ? "Cato" : word
            index += "\(word) n 1 0 1 0 \(data.utf8.count.description.leftPad(8))  \n"
            data += "\(data.utf8.count.description.leftPad(8)) 03 n 01 \(name) 0 000 | \(gloss)  \n"
        }
        try index.write(toFile: "\(folder)/index.noun", atomically: true, encoding: .utf8)
        try data.write(toFile: "\(folder)/data.noun", atomically: true, encoding: .utf8)
        try "axes axis\ndice die\n".write(toFile: "\(folder)/noun.exc", atomically: true, encoding: .utf8)
        try "box%1:06:00:: 1 7\nbox%2:35:00:: 1 2\nboxer%1:18:00:: 1 1\n".write(
            toFile: "\(folder)/cntlist.rev", atomically: true, encoding: .utf8)
        let lexicon = try #require(WordNetLexicon(folder: folder))
        #expect(lexicon.entry(for: "axes") == LexiconEntry(lemma: "axis", gloss: "a line", uses: 0, meanings: 1))
        #expect(lexicon.entry(for: "boxes") == LexiconEntry(lemma: "box", gloss: "a container", uses: 9, meanings: 1))
        #expect(lexicon.entry(for: "dice")?.lemma == "die" && lexicon.entry(for: "cato") == nil)
        for word in ["", "a", "boxing", "zebra", "ax is", "été", String(repeating: "a", count: 999)] {
            #expect(lexicon.entry(for: word) == nil, "\(word)")
        }
        #expect(WordNetLexicon(folder: "\(folder)/none") == nil)
    }

    @Test("explains rare words of the installed dictionary and leaves common ones", .enabled(if: isInstalled))
    func installed() throws {
        let lexicon = try #require(WordNetLexicon())
        #expect(lexicon.entry(for: "remonstrating")?.lemma == "remonstrate")
        #expect(try #require(lexicon.entry(for: "remonstrating")).uses <= 2)
        #expect(try #require(lexicon.entry(for: "house")).uses > 100)
        #expect(lexicon.entry(for: "archipelago")?.gloss == "a group of many islands in a large body of water")
        #expect(lexicon.entry(for: "xyzzy") == nil)
    }
}

extension String {
    fileprivate func leftPad(_ count: Int) -> String {
        String(repeating: "0", count: max(0, count - self.count)) + self
    }
}
