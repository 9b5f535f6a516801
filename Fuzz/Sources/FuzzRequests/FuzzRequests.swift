import Fuzzing
import Glibc

/// Fuzzes the web server with whole requests, over its unix sockets: guard, door, router and handlers of a gateway with a
/// device, a night and an owner. Bit 0 of an input's first byte says whether it has people who sign in, bit 1 whether
/// what follows goes out as it is; else it is a request line, fields and a body, and is framed properly.
@main
enum FuzzRequests {
    static func main() {
        if var seeds = SeedFolder() { return RequestSeeds(environment).save(&seeds) }
        // Before any input is timed.
        _ = environment
        exit(Fuzzer.run(testRequest))
    }
}

private let environment = RequestEnvironment()

/// One input: whatever is answered is HTTP, and never the admission that something unforeseen went wrong here.
private func testRequest(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let fixture = environment.fixture(hasPeople: mode & 1 == 1)
    let request = RequestText(Array(input.dropFirst()), isRaw: mode & 2 == 2, for: fixture)
    guard let answer = fixture.answer(to: request.bytes) else { return 0 }
    precondition(answer.starts(with: Array("HTTP/1.1 ".utf8)), "no answer of HTTP")
    if answer.starts(with: Array("HTTP/1.1 500".utf8)) {
        let text = String(decoding: answer, as: UTF8.self)
        precondition(!text.contains("Something went wrong inside"), text)
    }
    return 0
}
