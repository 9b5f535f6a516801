import Foundation
import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("Tables say what they always said")
struct SameTablesTests {
    @Test(
        "tables in HDF5, sound and with any byte changed",
        arguments: [
            (HDF5Writer.Form.symbolTables, "a54a951baf118931"), (.links, "af8d6da8cd3fa682"),
            (.chunkLists, "b71b5f2b3d13bfe9"), (.growingChunkLists, "f2151eaf28942d6f"),
        ])
    func tables(form: HDF5Writer.Form, expected: String) {
        var writer = HDF5Writer(form)
        writer.add("dense/dense/kernel:0", shape: [2, 3], [1, 2, 3, 4, 5, 6.5])
        writer.add("other/deep/er", shape: [4], [0.25, 1, 2, 3])
        let whole = writer.file()
        var digest = Digest()
        for place in whole.indices {
            var bytes = whole
            bytes[place] = bytes[place] &* 3 &+ 1
            do throws(DecodeError) {
                let file = try HDF5File(bytes)
                for (path, table) in file.datasets.sorted(by: { $0.key < $1.key }) {
                    digest.add(path)
                    digest.add(parts: table.shape)
                    for value in try file.values(table) { digest.add(value) }
                }
                for (path, error) in file.others.sorted(by: { $0.key < $1.key }) { digest.add("\(path) \(error)") }
            } catch {
                digest.add("\(error)")
            }
        }
        #expect(digest.text == expected)
    }
}
