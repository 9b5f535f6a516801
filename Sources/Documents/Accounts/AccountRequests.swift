/// What somebody changes of their own account; nil leaves as it is.
public struct ChangeAccountRequest: Document {
    public static var isClosed: Bool { true }

    /// The address.
    public var email: String?
    /// What they are called.
    public var displayName: String?

    public init() {}

    /// A change.
    public init(email: String? = nil, displayName: String? = nil) {
        (self.email, self.displayName) = (email, displayName)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("email", &email, .email.nullable)
        fields.optional("display_name", &displayName, .displayName.nullable)
    }

    public func faults() -> [FieldFault] {
        guard email == nil, displayName == nil else { return [] }
        return ["display_name", "email"].map {
            FieldFault($0, "Nothing to change: send “display_name”, “email” or both.", code: "missing")
        }
    }
}

/// A new password of one's own.
public struct ChangePasswordRequest: Document {
    public static var isClosed: Bool { true }

    /// The one before; nil only over the unix socket.
    public var current: SecretText?
    /// The new one, 8 to 256 characters.
    public var new: SecretText = ""

    public init() {}

    /// A new password.
    public init(from current: SecretText?, to new: SecretText) { (self.current, self.new) = (current, new) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("current_password", &current, .sentSecret.nullable)
        fields.field("new_password", &new, .newPassword)
    }
}

/// Deletes oneself with everything that was kept.
public struct DeleteAccountRequest: Document {
    public static var isClosed: Bool { true }

    /// One's password; nil only over the unix socket and for whoever signs in elsewhere.
    public var password: SecretText?

    public init() {}

    /// Deletes oneself.
    public init(password: SecretText?) { self.password = password }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("password", &password, .sentSecret.nullable)
    }
}
