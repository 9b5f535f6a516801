import Documents
import Exports
import Foundation
import Signals
import Testing

/// Writes exports of a night of every awkward kind into `out/exports`, where the acceptance tests open them with readers
/// that are not ours (pyEDFlib, MNE, pandas) and compare them value by value.
@Suite("Sample exports")
struct SampleExportTests {
    @Test("are written for independent readers, whole and with their manifest", arguments: [30, 5, 60])
    func write(epochSeconds: Int) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("out/exports/epochs-\(epochSeconds)-s")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
        let content = SampleNight.content(isSynthetic: epochSeconds != 5, epochSeconds: epochSeconds)
        let files = try ExportFormat.allCases.flatMap { try $0.files(of: content) }
        try ExportFolder.write(files + [ExportManifest.file(content, files)], to: folder.path)
        let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(written) == Set(files.map(\.name) + ["\(content.label).manifest.json"]))
        for file in files {
            #expect(try Data(contentsOf: folder.appendingPathComponent(file.name)) == Data(file.bytes))
        }
    }

    @Test("fail with a way out where the folder cannot be written")
    func refusal() throws {
        let error = try #require(throws: Failure.self) {
            try ExportFolder.write([ExportFile](), to: "/dev/null/at/all")
        }
        #expect(error.message.contains("/dev/null/at/all"))
    }
}
