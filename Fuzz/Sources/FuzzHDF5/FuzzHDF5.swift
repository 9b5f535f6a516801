import Analysis
import Fuzzing
import Glibc
import Signals
import TestKit

/// Fuzzes HDF5 files, which hold weights that somebody brings: every table is read.
@main
enum FuzzHDF5 {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testHDF5))
    }
}

/// One input: a file. Tables have as many values as their shape says, and no more than the file has room for, but for
/// chunks that were never written, which are zeros.
private func testHDF5(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    do throws(DecodeError) {
        let file = try HDF5File(bytes)
        for table in file.datasets.values {
            let values: [Float]
            do throws(DecodeError) { values = try file.values(table) } catch { continue }
            precondition(values.count == table.count, "a table has other than its values")
        }
    } catch {
        precondition(error.offset >= 0)
    }
    return 0
}

private func save(_ seeds: inout SeedFolder) {
    for form in HDF5Writer.Form.allCases {
        var writer = HDF5Writer(form)
        writer.add("dense/kernel:0", shape: [2, 3], [1, 2, 3, 4, 5, 6.5])
        writer.add("a/b/c", shape: [1], [0.25])
        seeds.save(writer.file())
    }
}
