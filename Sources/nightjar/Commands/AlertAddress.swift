import Gateway
import Glibc
import Runtime
import Signals

/// Where alerts are sent as JSON. The address is often the secret that lets one in, so it stands in a file and not on the
/// command line, which everybody on the machine can read.
enum AlertAddress {
    /// The name of the file in the gateway's folder.
    static let file = "alert-webhook"
    /// The longest address, in bytes.
    private static let longest = 4096

    /// The notifier that the option or the gateway's folder names; nil for none.
    /// - Throws: `Failure` for a file that cannot be read, or what is no address.
    static func notifier(_ option: String?, folder: String) throws -> WebhookNotifier? {
        let usual = "\(folder)/\(file)"
        guard let option else {
            return access(usual, F_OK) == 0 ? try WebhookNotifier(address: read(usual)) : nil
        }
        guard option.contains("://") else { return try WebhookNotifier(address: read(option)) }
        // A port of this machine is no secret.
        if option.hasPrefix("http://"), let notifier = try? WebhookNotifier(address: option) { return notifier }
        throw Failure(
            .usage,
            "An address on the command line can be read by everybody on this machine. Write it into \(usual), from where it is "
                + "taken when the gateway starts, or name another file: --alert-webhook FILE.")
    }

    private static func read(_ path: String) throws -> String {
        guard let stream = fopen(path, "re") else {
            throw Failure(SystemError(errno, "fopen", path), "\(path) cannot be read", as: .notFound)
        }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: longest + 1)
        let count = fread(&bytes, 1, bytes.count, stream)
        guard count <= longest else { throw Failure(.usage, "\(path) holds no address: it is too long.") }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isWhitespace).first else {
            throw Failure(.usage, "\(path) is empty. Write the address for alerts into it.")
        }
        return String(line)
    }
}
