import Fuzzing
import Glibc
import Relay
import Signals

/// Fuzzes what a program says to the relay's hub, and a journal that the hub finds. The first byte of an input says
/// which: even, a stream of frames; odd, a journal.
@main
enum FuzzRelay {
    static func main() {
        if var seeds = SeedFolder() { return save(&seeds) }
        exit(Fuzzer.run(testRelay))
    }
}

/// One input.
private func testRelay(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    if mode & 1 == 0 {
        let (_, error) = RelayCapture.read(stream: rest)
        precondition(error.map { $0.offset >= 0 } ?? true)
    } else {
        let (_, bytes, isSame) = RelayCapture.read(journal: rest)
        precondition(bytes <= rest.count && isSame)
    }
    return 0
}

private func save(_ seeds: inout SeedFolder) {
    let samples = RelayCapture.samples
    for sample in samples.dropLast() { seeds.save([0] + sample) }
    if let journal = samples.last { seeds.save([1] + journal) }
}
