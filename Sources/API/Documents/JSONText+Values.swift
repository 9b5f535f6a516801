import Documents
import Runtime
import Signals

extension JSONText {
    /// An instant as UTC seconds with six decimals at most, or null.
    mutating func field(_ key: String, _ instant: Instant?) {
        field(key, instant.map { Double($0.nanoseconds / 1000) / 1e6 })
    }

    /// A method as an object: name, version, parameters.
    mutating func method(_ key: String, _ method: Method) {
        object(key) { json in
            json.field("name", method.name)
            json.field("version", method.version)
            json.object("parameters") { json in
                for (name, value) in method.parameters.sorted(by: { $0.key < $1.key }) { json.field(name, value) }
            }
        }
    }
}
