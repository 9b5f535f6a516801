/// What a person may do on the gateway.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Reads and changes their own data.
    case patient
    /// Reads the data of people who granted it.
    case clinician
    /// Reads the data of people who granted it, without names.
    case researcher
    /// Owns the gateway: adds people, resets passwords, decides on devices.
    case admin
}
