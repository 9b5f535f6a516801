/// The devices of a set of profiles as a table for people, as the README shows it.
package enum DeviceTable {
    /// Lines of a Markdown table, best verified first.
    package static func markdown(_ profiles: [DeviceProfile]) -> [String] {
        let grounds = DeviceProfile.Verification.Ground.allCases
        let devices = profiles.filter(\.isDevice).sorted { a, b in
            let (first, second) = (a.verification.ground, b.verification.ground)
            let (x, y) = (grounds.firstIndex(of: first) ?? 0, grounds.firstIndex(of: second) ?? 0)
            return (x, a.name, a.id) < (y, b.name, b.id)
        }
        let head = ["| device | profile | what is streamed | held against |", "|---|---|---|---|"]
        return head
            + devices.map { "| \($0.name) | `\($0.id)` | \($0.streamWords) | \($0.verification.ground.words) |" }
    }
}
