import Documents
import Glibc
import Runtime

/// `allocations`: heap allocations of a notification, an imported megabyte and an event sent, of all threads, as one JSON
/// object. `Tests/Allocations/check.py` holds them to ceilings.
///
/// A program of its own, because the functions of allocation are the whole process's: the program that is shipped has the
/// system's, and the tests, which run side by side, would count each other's.
@main
enum Allocations {
    static func main() async throws {
        guard Counting.isTrue else {
            print("Allocations are not counted here: the system's malloc is not replaced.")
            exit(1)
        }
        var counts: [(what: String, allocations: Double)] = []
        let strap = try await LiveStrap()
        counts += try await strap.counts()
        counts += try await EventCount(strap).counts()
        try await strap.end()
        counts += try await ImportCount().counts()
        var json = JSONText()
        json.object { json in
            for count in counts { json.field(count.what, (count.allocations * 100).rounded() / 100) }
        }
        print(json.string)
    }
}
