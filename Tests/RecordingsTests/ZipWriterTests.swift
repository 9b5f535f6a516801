import Foundation
import Recordings
import Signals
import TestKit
import Testing

@Suite("Zip archives that are written")
struct ZipWriterTests {
    private struct Refused: Error {}

    /// An empty folder, gone with this object.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("nightjar-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test("hold their files, packed or stored, in memory and on the disk")
    func whole() throws {
        let text = Array(repeating: Array("night ".utf8), count: 1000).flatMap { $0 }
        let folder = try Folder()
        let part = "\(folder.path)/part"
        try Data(text).write(to: URL(fileURLWithPath: part))
        let archive = try ZipWriter(path: "\(folder.path)/a.zip")
        try archive.add("packed.txt", fileAt: part)
        #expect(try archive.close().isEmpty)
        let file = try RecordingFile.open(path: "\(folder.path)/a.zip")
        #expect(file.name == "packed.txt" && file.size == text.count && file.losses.isEmpty)

        let packed = try ZipWriter()
        try packed.add("a", text)
        let stored = try ZipWriter()
        try stored.add("a", text, isPacked: false)
        let (small, large) = (try packed.close(), try stored.close())
        #expect(small.count < 300 && large.count > text.count)
        #expect(Array(large.dropFirst(31).prefix(text.count)) == text)
    }

    @Test("leave nothing when packing is ended, or when they are never closed")
    func refused() throws {
        let folder = try Folder()
        for ends in [true, false] {
            let archive = try ZipWriter(path: "\(folder.path)/a.zip")
            try archive.add("a", [1, 2, 3])
            if ends { #expect(throws: Refused.self) { try archive.close { Refused() } } }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
