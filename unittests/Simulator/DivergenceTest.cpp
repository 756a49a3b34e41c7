//===- DivergenceTest.cpp - Random programs against a mask interpreter ----===//
//
// Part of the Helion-Fly project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structured programs have an obvious meaning on a wave: a mask of active lanes
// that branches split and joins restore. Random ones, with ballots that count
// the active lanes everywhere, must give that on the simulated device.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <random>

using namespace mlir::fly::sim;
using namespace mlir::fly::sim::test;

namespace {

struct Statement {
  enum Kind { Update, Count, Load, If, Loop, Break, Continue } kind;
  /// Update: factor and summand. If, Break, Continue: `(a >> 2) % first ==
  /// second`. Loop: at most `first` trips.
  uint32_t first = 0, second = 0;
  std::vector<Statement> body, otherwise;
};
using Block = std::vector<Statement>;

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  Block makeBlock(unsigned depth, bool inLoop) {
    Block block;
    for (unsigned i = 0, count = pick(1, 3); i < count; ++i) {
      static const Statement::Kind deep[] = {
          Statement::Update,  Statement::Count, Statement::Count,
          Statement::Load,    Statement::If,    Statement::If,
          Statement::Loop,    Statement::Loop,  Statement::Break,
          Statement::Continue};
      static const Statement::Kind flat[] = {
          Statement::Update, Statement::Count, Statement::Load,
          Statement::Break, Statement::Continue};
      Statement statement;
      statement.kind = depth ? deep[pick(0, 9)] : flat[pick(0, 4)];
      bool leavesTrip = statement.kind == Statement::Break ||
                        statement.kind == Statement::Continue;
      if (leavesTrip && !inLoop)
        continue;
      if (statement.kind == Statement::Update ||
          statement.kind == Statement::Loop) {
        statement.first = pick(1, 4);
        statement.second = pick(0, 99);
      } else {
        statement.first = pick(2, 5);
        statement.second = pick(0, 3);
      }
      if (statement.kind == Statement::If) {
        statement.body = makeBlock(depth - 1, inLoop);
        if (pick(0, 1))
          statement.otherwise = makeBlock(depth - 1, inLoop);
      }
      if (statement.kind == Statement::Loop)
        statement.body = makeBlock(depth - 1, /*inLoop=*/true);
      block.push_back(std::move(statement));
    }
    return block;
  }

private:
  unsigned pick(unsigned low, unsigned high) {
    return low + random() % (high - low + 1);
  }
  std::minstd_rand random;
};

//===----------------------------------------------------------------------===//
// As LLVM IR
//===----------------------------------------------------------------------===//

class Emitter {
public:
  std::string emit(const Block &block) {
    emitBlock(block, "", "");
    return makeModule(
        "define amdgpu_kernel void @k(ptr addrspace(1) %x, ptr addrspace(1) "
        "%y) {\n"
        "  %t = call i32 @llvm.amdgcn.workitem.id.x()\n"
        "  %a = alloca i32, addrspace(5)\n" +
        variables +
        "  %px = getelementptr i32, ptr addrspace(1) %x, i32 %t\n"
        "  %py = getelementptr i32, ptr addrspace(1) %y, i32 %t\n"
        "  %start = load i32, ptr addrspace(1) %px\n"
        "  store i32 %start, ptr addrspace(5) %a\n" +
        text +
        "  %end = load i32, ptr addrspace(5) %a\n"
        "  store i32 %end, ptr addrspace(1) %py\n  ret void\n}\n"
        "declare i32 @llvm.amdgcn.workitem.id.x()\n"
        "declare i64 @llvm.amdgcn.ballot.i64(i1)\n"
        "declare i64 @llvm.ctpop.i64(i64)\n");
  }

private:
  std::string value() { return "%v" + std::to_string(values++); }
  std::string define(const std::string &operation) {
    std::string name = value();
    text += "  " + name + " = " + operation + "\n";
    return name;
  }
  std::string get() { return define("load i32, ptr addrspace(5) %a"); }
  void set(const std::string &name) {
    text += "  store i32 " + name + ", ptr addrspace(5) %a\n";
  }
  std::string label() { return "l" + std::to_string(labels++); }
  void begin(const std::string &name) { text += name + ":\n"; }
  void jump(const std::string &name) { text += "  br label %" + name + "\n"; }
  void branch(const std::string &condition, const std::string &yes,
              const std::string &no) {
    text +=
        "  br i1 " + condition + ", label %" + yes + ", label %" + no + "\n";
  }
  std::string condition(const Statement &statement) {
    std::string shifted = define("lshr i32 " + get() + ", 2");
    std::string rest =
        define("urem i32 " + shifted + ", " + std::to_string(statement.first));
    return define("icmp eq i32 " + rest + ", " +
                  std::to_string(statement.second));
  }

  void emitBlock(const Block &block, const std::string &breakTo,
                 const std::string &continueTo) {
    for (const Statement &statement : block) {
      switch (statement.kind) {
      case Statement::Update: {
        std::string scaled = define("mul i32 " + get() + ", 5");
        std::string mine =
            define("mul i32 %t, " + std::to_string(statement.first));
        std::string sum = define("add i32 " + scaled + ", " + mine);
        set(define("add i32 " + sum + ", " + std::to_string(statement.second)));
        break;
      }
      case Statement::Count: {
        std::string mask = define("call i64 @llvm.amdgcn.ballot.i64(i1 true)");
        std::string count =
            define("call i64 @llvm.ctpop.i64(i64 " + mask + ")");
        std::string narrow = define("trunc i64 " + count + " to i32");
        set(define("add i32 " + get() + ", " + narrow));
        break;
      }
      case Statement::Load: {
        std::string index = define("lshr i32 " + get() + ", 3");
        index = define("and i32 " + index + ", 63");
        std::string address =
            define("getelementptr i32, ptr addrspace(1) %x, i32 " + index);
        std::string loaded = define("load i32, ptr addrspace(1) " + address);
        set(define("add i32 " + get() + ", " + loaded));
        break;
      }
      case Statement::If: {
        std::string yes = label(), no = label(), end = label();
        branch(condition(statement), yes, no);
        begin(yes);
        emitBlock(statement.body, breakTo, continueTo);
        jump(end);
        begin(no);
        emitBlock(statement.otherwise, breakTo, continueTo);
        jump(end);
        begin(end);
        break;
      }
      case Statement::Loop: {
        std::string counter = "%i" + std::to_string(loops++);
        variables += "  " + counter + " = alloca i32, addrspace(5)\n";
        std::string head = label(), body = label(), next = label(),
                    end = label();
        std::string half = define("lshr i32 " + get() + ", 1");
        std::string trips = define("urem i32 " + half + ", " +
                                   std::to_string(statement.first + 1));
        text += "  store i32 0, ptr addrspace(5) " + counter + "\n";
        jump(head);
        begin(head);
        std::string i = define("load i32, ptr addrspace(5) " + counter);
        branch(define("icmp ult i32 " + i + ", " + trips), body, end);
        begin(body);
        emitBlock(statement.body, end, next);
        jump(next);
        begin(next);
        std::string old = define("load i32, ptr addrspace(5) " + counter);
        std::string more = define("add i32 " + old + ", 1");
        text += "  store i32 " + more + ", ptr addrspace(5) " + counter + "\n";
        jump(head);
        begin(end);
        break;
      }
      case Statement::Break:
      case Statement::Continue: {
        std::string stay = label();
        bool leaves = statement.kind == Statement::Break;
        branch(condition(statement), leaves ? breakTo : continueTo, stay);
        begin(stay);
        break;
      }
      }
    }
  }

  std::string text, variables;
  unsigned values = 0, labels = 0, loops = 0;
};

//===----------------------------------------------------------------------===//
// By masks
//===----------------------------------------------------------------------===//

class Interpreter {
public:
  explicit Interpreter(const std::vector<uint32_t> &x) : x(x), a(x) {}
  std::vector<uint32_t> run(const Block &block) {
    uint64_t broken = 0, continued = 0;
    runBlock(block, ~uint64_t(0), broken, continued);
    return a;
  }

private:
  template <typename Function> void forEach(uint64_t mask, Function function) {
    for (unsigned lane = 0; lane < 64; ++lane)
      if (mask >> lane & 1)
        function(lane);
  }
  uint64_t test(const Statement &statement, uint64_t mask) {
    uint64_t result = 0;
    forEach(mask, [&](unsigned lane) {
      if ((a[lane] >> 2) % statement.first == statement.second)
        result |= uint64_t(1) << lane;
    });
    return result;
  }

  /// Returns the lanes that reach the end of the block.
  uint64_t runBlock(const Block &block, uint64_t mask, uint64_t &broken,
                    uint64_t &continued) {
    for (const Statement &statement : block) {
      switch (statement.kind) {
      case Statement::Update:
        forEach(mask, [&](unsigned lane) {
          a[lane] = a[lane] * 5 + lane * statement.first + statement.second;
        });
        break;
      case Statement::Count:
        forEach(mask, [&](unsigned lane) { a[lane] += llvm::popcount(mask); });
        break;
      case Statement::Load:
        forEach(mask,
                [&](unsigned lane) { a[lane] += x[(a[lane] >> 3) & 63]; });
        break;
      case Statement::If: {
        uint64_t yes = test(statement, mask);
        uint64_t no = mask & ~yes;
        yes = runBlock(statement.body, yes, broken, continued);
        no = runBlock(statement.otherwise, no, broken, continued);
        mask = yes | no;
        break;
      }
      case Statement::Loop: {
        std::vector<uint32_t> trips(64);
        for (unsigned lane = 0; lane < 64; ++lane)
          trips[lane] = (a[lane] >> 1) % (statement.first + 1);
        uint64_t live = mask;
        for (uint32_t i = 0; live; ++i) {
          uint64_t active = 0;
          forEach(live, [&](unsigned lane) {
            if (i < trips[lane])
              active |= uint64_t(1) << lane;
          });
          uint64_t left = 0, skipped = 0;
          live = runBlock(statement.body, active, left, skipped);
          live |= skipped;
        }
        break;
      }
      case Statement::Break:
      case Statement::Continue: {
        uint64_t taken = test(statement, mask);
        (statement.kind == Statement::Break ? broken : continued) |= taken;
        mask &= ~taken;
        break;
      }
      }
    }
    return mask;
  }

  const std::vector<uint32_t> &x;
  std::vector<uint32_t> a;
};

TEST(Divergence, RandomPrograms) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Block block = Generator(seed).makeBlock(/*depth=*/3, /*inLoop=*/false);
    std::minstd_rand random(seed + 1000);
    std::vector<uint32_t> input(64);
    for (uint32_t &value : input)
      value = random() * 2654435761U;
    std::vector<uint32_t> output =
        runMap(Emitter().emit(block), makeChip("gfx942"), input);
    EXPECT_EQ(output, Interpreter(input).run(block));
  }
}

} // namespace
