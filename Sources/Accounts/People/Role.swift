package import Documents

/// What a person may do on the gateway.
package typealias Role = PersonRole
