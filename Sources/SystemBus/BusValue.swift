import Glibc

/// A value that came over the bus, out of its variant; of containers nothing is read.
package enum BusValue: Hashable, Sendable {
    /// A text, an object's path or a signature.
    case text(String)
    /// A number of any width, a truth value as 0 or 1.
    case number(Int64)
    /// An open file, closed with its last owner.
    case descriptor(BusDescriptor)
}

/// A descriptor that came over the bus; closed when nobody holds it any more.
package final class BusDescriptor: Hashable, Sendable {
    /// Its number.
    package let number: Int32

    init(copying number: Int32) { self.number = fcntl(number, F_DUPFD_CLOEXEC, 3) }

    deinit { if number >= 0 { close(number) } }

    /// Whether they are one and the same: each has a descriptor of its own.
    package static func == (a: BusDescriptor, b: BusDescriptor) -> Bool { a === b }
    /// By its identity.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Why a call over the bus failed.
package struct BusFailure: Error, Hashable, Sendable {
    /// The error's name, such as `org.freedesktop.DBus.Error.NameHasNoOwner`.
    package var name: String
    /// What the other side said, for a person to read.
    package var message: String

    /// A failure from its parts.
    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// There is no bus, or its library is not installed.
    package static let noBus = BusFailure(
        name: "org.freedesktop.DBus.Error.NoServer", message: "there is no system bus")
}

/// A call of a method whose parameters are texts and paths of objects.
package struct BusCall: Sendable {
    /// The name of the service.
    package var destination: String
    /// The object.
    package var path: String
    /// The interface.
    package var interface: String
    /// The method.
    package var member: String
    /// The parameters.
    package var parameters: [BusParameter]

    /// A call from its parts.
    package init(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ parameters: [BusParameter] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.parameters = parameters
    }

    /// Reads a property.
    package static func property(_ destination: String, _ path: String, _ interface: String, _ name: String) -> BusCall
    {
        BusCall(
            destination, path, "org.freedesktop.DBus.Properties", "Get", [.text(interface), .text(name)])
    }
}

/// A parameter of a call.
package enum BusParameter: Hashable, Sendable {
    /// A text.
    case text(String)
    /// The path of an object.
    case path(String)
    /// A number of 32 bits.
    case number(UInt32)

    var type: UInt8 {
        switch self {
        case .text: UInt8(ascii: "s")
        case .path: UInt8(ascii: "o")
        case .number: UInt8(ascii: "u")
        }
    }

    /// A copy of the value for C, to be freed.
    var copy: UnsafeMutableRawPointer? {
        switch self {
        case .text(let value), .path(let value): return UnsafeMutableRawPointer(strdup(value))
        case .number(let value):
            let copy = malloc(4)
            copy?.storeBytes(of: value, as: UInt32.self)
            return copy
        }
    }
}

/// Whether a name on the bus has an owner.
package enum BusPresence: Hashable, Sendable {
    case there
    case gone
    /// There is no bus that could tell.
    case unknown
}
